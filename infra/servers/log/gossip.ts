/** Gossip: the list of nodes with their roles, which clients read to find the leader. */
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

const { LEADER, FOLLOWER, UNKNOWN } = gossip.MemberInfo.VNodeState;
const states = { leads: LEADER, follows: FOLLOWER, waits: UNKNOWN } as const;

export type ClusterMember = { id: string; port: number; alive: boolean; role: keyof typeof states };

export function encodeGossip(members: readonly ClusterMember[]) {
  const info = new gossip.ClusterInfo();
  for (const { id, port, alive, role } of members) {
    const member = new gossip.MemberInfo();
    const instance = new shared.UUID();
    instance.setString(id);
    member.setInstanceId(instance);
    member.setState(states[role]);
    member.setIsAlive(alive);
    const place = new gossip.EndPoint();
    place.setAddress('127.0.0.1');
    place.setPort(port);
    member.setHttpEndPoint(place);
    info.addMembers(member);
  }
  return info;
}
