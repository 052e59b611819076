#!/usr/bin/env bash
# `swell batch --slurm` against a real Slurm on this machine: private munged, slurmctld and slurmd in a temporary folder,
# one node, no accounting. Needs Debian's slurmctld, slurmd, slurm-client and munge, and root (slurmd starts jobs).
#
#     tests/batch/slurm_test.sh build/release/tools/swell/swell inputs/sphere/power-matrix.yaml
set -euo pipefail
swell=$(realpath "$1"); study=$(realpath "$2")
for program in slurmctld slurmd sbatch munged; do
  command -v "$program" > /dev/null || { echo "skipped: $program is not installed"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: needs root"; exit 77; }
folder=$(mktemp -d); chmod 755 "$folder"
pids=()
# shellcheck disable=SC2317
finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done
  wait 2> /dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

head -c 1024 /dev/urandom > "$folder/munge.key"; chmod 400 "$folder/munge.key"
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munge.pid" \
       --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" > "$folder/munged.out" 2>&1 & pids+=($!)
host=$(hostname -s)
mkdir -p "$folder/state" "$folder/spool"
cat > "$folder/slurm.conf" <<END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$folder/slurm.conf
sleep 1
slurmctld -D > "$folder/slurmctld.out" 2>&1 & pids+=($!)
sleep 1
slurmd -D > "$folder/slurmd.out" 2>&1 & pids+=($!)
for _ in $(seq 40); do sinfo -h -o %T 2> /dev/null | grep -q idle && break; sleep 0.5; done
sinfo || { tail -5 "$folder"/*.out "$folder"/*.log; exit 1; }

"$swell" batch "$study" -o "$folder/alone.h5" --quiet
"$swell" batch "$study" -o "$folder/array.h5" --slurm 5
for _ in $(seq 240); do
  [ -z "$(squeue -h)" ] && break
  sleep 0.5
done
squeue
for ending in h5 cases.csv conditions.csv power_matrix.csv; do
  cmp "$folder/alone.$ending" "$folder/array.$ending" || { tail "$folder"/*.log; exit 1; }
done
echo "The job array of 5 shards and its merge gave the bytes of one process"
