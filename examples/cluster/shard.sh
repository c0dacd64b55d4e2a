#!/bin/bash
# One shard of a job, as a task of a Slurm array: shard.sh PARTS SHARDS FILE...
#SBATCH --job-name=contacts
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
parts=$1 shards=$2
shift 2
exec ${DEM_CONTACT:-npx dem-contact} contacts "$@" --shard "$SLURM_ARRAY_TASK_ID/$shards" --parts "$parts"
