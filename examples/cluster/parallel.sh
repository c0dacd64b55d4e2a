#!/bin/bash
# Contacts of many frames by GNU parallel, on the cores of one machine: parallel.sh PARTS OUT SHARDS FILE...
set -euo pipefail
parts=$1 out=$2 shards=$3
shift 3
mkdir -p "$parts"
tool=${DEM_CONTACT:-npx dem-contact}
# merge says which files failed, and refuses to work when a shard is missing: so it runs in any case.
seq 0 $((shards - 1)) |
  parallel --will-cite --retries 3 --joblog "$parts/jobs.tsv" -q $tool contacts "$@" --shard "{}/$shards" --parts "$parts" || true
$tool merge --parts "$parts" --out "$out"
