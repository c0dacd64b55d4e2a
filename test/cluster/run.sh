#!/bin/bash
# The examples of examples/cluster on a real Slurm: one node with two slots on the loopback, started and stopped here.
# Needs root, Slurm, munge and GNU parallel; root with apt-get installs them. Elsewhere it says that it did not run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
packages=(slurm-wlm munge parallel)
present() { for tool in sbatch slurmctld slurmd munged parallel; do command -v "$tool" >/dev/null || return 1; done; }
refuse() {
  echo "NOT RUN: the cluster test $1"
  exit 0
}

[ "$(id -u)" = 0 ] || refuse 'needs root, to start a Slurm of its own'
if ! present; then
  command -v apt-get >/dev/null || refuse "needs ${packages[*]}, and there is no apt-get to install them"
  (apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${packages[@]}") ||
    refuse "needs ${packages[*]}, which apt-get could not install"
fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/dem-contact-cluster.XXXXXX")
# munged runs as another user.
chmod 711 "$folder"
finish() {
  "$here/local-slurm.sh" stop "$folder/slurm"
  rm -rf "$folder"
}
trap finish EXIT
"$here/local-slurm.sh" start "$folder/slurm"
SLURM_CONF=$folder/slurm/slurm.conf CLUSTER_FOLDER=$folder node --test "$here/cluster.test.mjs"
