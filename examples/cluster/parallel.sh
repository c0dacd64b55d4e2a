#!/bin/bash
# Contacts of many frames by GNU parallel, on the cores of one machine: parallel.sh PARTS OUT SHARDS FILE...
# Several machines that share the disk: export MACHINES='--sshlogin node1,node2 --workdir .'
set -euo pipefail
parts=$1 out=$2 shards=$3
shift 3
mkdir -p "$parts"
tool=${DEM_CONTACT:-npx dem-contact}
seq 0 $((shards - 1)) |
  parallel --will-cite --retries 3 --joblog "$parts/jobs.tsv" ${MACHINES:-} -q $tool contacts "$@" --shard "{}/$shards" --parts "$parts"
$tool merge --parts "$parts" --out "$out"
