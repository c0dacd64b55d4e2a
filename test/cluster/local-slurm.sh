#!/bin/bash
# A Slurm of one node on the loopback, for root in a container without systemd: local-slurm.sh start|stop FOLDER
# Everything it writes is in FOLDER, and it has a munge of its own. After start: export SLURM_CONF=FOLDER/slurm.conf
set -euo pipefail
folder=$(realpath -m "$2")
host=$(hostname -s)
slots=2
# Not the usual ports, so that another Slurm of this machine goes on.
controller_port=26817 node_port=26818

configure() {
  mkdir -p "$folder"/{state,spool,log}
  chmod 755 "$folder"
  cat >"$folder/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
# A task that is requeued waits until its old credential has expired: 120 s by default.
AuthInfo=socket=$folder/munge/socket,cred_expire=10
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmctldPort=$controller_port
SlurmdPort=$node_port
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/slurmd.log
# No control groups, no mail, no data base.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
MailProg=/bin/true
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,bf_interval=2,sched_min_interval=100000,requeue_delay=1
KillWait=2
JobRequeue=1
ReturnToService=2
# The node has as many slots as stated, whatever its cores.
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=$slots Boards=1 SocketsPerBoard=1 CoresPerSocket=$slots ThreadsPerCore=1 RealMemory=500
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
}

# The process of a file with its number, if it runs.
running() { [ -s "$1" ] && kill -0 "$(cat "$1")" 2>/dev/null; }

start() {
  configure
  # munged runs as its own user, in a folder that only this user writes.
  install -d -o munge -g munge -m 755 "$folder/munge"
  (umask 077 && head -c 128 /dev/urandom >"$folder/munge/key")
  chown munge:munge "$folder/munge/key"
  setpriv --reuid=munge --regid=munge --clear-groups munged --socket="$folder/munge/socket" --key-file="$folder/munge/key" \
    --pid-file="$folder/munge/munged.pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
  slurmctld -f "$folder/slurm.conf"
  slurmd -f "$folder/slurm.conf"
  export SLURM_CONF=$folder/slurm.conf
  for _ in $(seq 150); do
    case $(sinfo --noheader --format=%T 2>/dev/null || true) in idle) return ;; esac
    sleep 0.1
  done
  echo 'the node of Slurm did not start:' >&2
  tail -n 5 "$folder"/log/*.log "$folder/munge/log" >&2 || true
  return 1
}

stop() {
  for name in slurmd.pid slurmctld.pid munge/munged.pid; do
    running "$folder/$name" || continue
    pid=$(cat "$folder/$name")
    kill "$pid"
    for _ in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
    if kill -0 "$pid" 2>/dev/null; then kill -9 "$pid"; fi
  done
}

case $1 in
  start) start ;;
  stop) stop ;;
esac
