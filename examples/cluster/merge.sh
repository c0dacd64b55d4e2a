#!/bin/bash
# Joins the parts of a job: merge.sh PARTS OUT
#SBATCH --job-name=merge
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
exec ${DEM_CONTACT:-npx dem-contact} merge --parts "$1" --out "$2"
