#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A Slurm cluster of two nodes on the loopback, as root: `. cluster.sh; cluster_start FOLDER; ...; cluster_stop`. Exports
# SLURM_CONF. cluster_kill N takes a node away, cluster_revive N brings it back.

cluster_node() {
  slurmd -N "n$1" -f "$SLURM_CONF"
}

cluster_kill() {
  kill -9 "$(cat "$cluster/slurmd.n$1.pid")"
  pkill -9 -f "slurmstepd: \[.*n$1" || true
}

cluster_start() {
  cluster=$1
  mkdir -p "$cluster/state"
  export SLURM_CONF=$cluster/slurm.conf
  head -c 1024 /dev/urandom > "$cluster/key"
  chmod 400 "$cluster/key"
  munged --force --key-file="$cluster/key" --socket="$cluster/munge.socket" --pid-file="$cluster/munge.pid" \
    --log-file="$cluster/munge.log" --seed-file="$cluster/munge.seed"
  local host
  host=$(hostname -s)
  cat > "$SLURM_CONF" << EOF
ClusterName=lockstep
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=17400
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=5
InactiveLimit=0
MinJobAge=300
SchedulerParameters=sched_interval=1
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool.%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.%n.log
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=17401 CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=17402 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
  slurmctld -f "$SLURM_CONF"
  cluster_node 1
  cluster_node 2
}

# They write on while they stop, so their folder stays until they are gone.
cluster_stop() {
  local pids=() pid
  for name in slurmd.n1 slurmd.n2 slurmctld munge; do
    [ -f "$cluster/$name.pid" ] && pids+=("$(cat "$cluster/$name.pid")") || true
  done
  kill "${pids[@]}" 2> /dev/null || true
  for pid in "${pids[@]}"; do
    for _ in $(seq 100); do
      kill -0 "$pid" 2> /dev/null || break
      sleep 0.1
    done
    kill -9 "$pid" 2> /dev/null || true
  done
}
