#!/bin/bash
# Contacts of many frames by Slurm: slurm.sh PARTS OUT SHARDS FILE...
# PARTS is a folder on a disk that all nodes share. Prints the numbers of the two jobs.
# Run it again after a failure: finished shards are skipped, so only what is missing is done.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
parts=$1 out=$2 shards=$3
shift 3
mkdir -p "$parts"
array=$(sbatch --parsable --array="0-$((shards - 1))" --output="$parts/shard-%a.log" "$here/shard.sh" "$parts" "$shards" "$@")
# afterany, not afterok: once a task was cancelled, afterok never holds, even if the task is requeued and ends well.
# merge itself refuses to work when a shard is missing.
merge=$(sbatch --parsable --dependency="afterany:$array" --output="$parts/merge.log" "$here/merge.sh" "$parts" "$out")
echo "$array $merge"
