/** Calls that create users and reset passwords, for administrators, answered like `UserManagementService` of EventStoreDB. */
import users from '@eventstore/db-client/generated/users_pb.js';
import type { handleUnaryCall, Metadata, sendUnaryData } from '@grpc/grpc-js';
import type { Users } from './access.ts';
import { type CallError, userConflict, userNotFound } from './refusals.ts';

type Create = handleUnaryCall<InstanceType<typeof users.CreateReq>, InstanceType<typeof users.CreateResp>>;
type Reset = handleUnaryCall<
  InstanceType<typeof users.ResetPasswordReq>,
  InstanceType<typeof users.ResetPasswordResp>
>;

/** @param refused returns the error for a caller who is not an administrator */
export function userCalls(accounts: Users, refused: (metadata: Metadata) => CallError | undefined) {
  function answer<Resp>(
    metadata: Metadata,
    said: sendUnaryData<Resp>,
    fault: CallError | undefined,
    made: Resp,
  ) {
    const error = refused(metadata) ?? fault;
    if (error) said(error);
    else said(null, made);
    return !error;
  }
  const create: Create = ({ request, metadata }, said) => {
    const [name = '', password = ''] = [
      request.getOptions()?.getLoginName(),
      request.getOptions()?.getPassword(),
    ];
    const there = accounts[name];
    const fault = there && there.password !== password ? userConflict(name) : undefined;
    if (answer(metadata, said, fault, new users.CreateResp()) && !there)
      accounts[name] = { password, readsAll: false };
  };
  const resetPassword: Reset = ({ request, metadata }, said) => {
    const [name = '', password = ''] = [
      request.getOptions()?.getLoginName(),
      request.getOptions()?.getNewPassword(),
    ];
    const there = accounts[name];
    const fault = there ? undefined : userNotFound(name);
    if (answer(metadata, said, fault, new users.ResetPasswordResp()) && there) there.password = password;
  };
  return { create, resetPassword };
}
