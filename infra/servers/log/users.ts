/**
 * Calls that create users, describe them and reset passwords, compared with EventStoreDB's
 * `UserManagementService`.
 */
import users from '@eventstore/db-client/generated/users_pb.js';
import type { handleServerStreamingCall, handleUnaryCall, Metadata, sendUnaryData } from '@grpc/grpc-js';
import type { LogAccessControl, UserAccounts } from './access.ts';
import { ADMINS_GROUP } from './acl.ts';
import { type CallError, createUserConflictError, createUserNotFoundError } from './call-errors.ts';

type Create = handleUnaryCall<InstanceType<typeof users.CreateReq>, InstanceType<typeof users.CreateResp>>;
type Reset = handleUnaryCall<
  InstanceType<typeof users.ResetPasswordReq>,
  InstanceType<typeof users.ResetPasswordResp>
>;
type Details = handleServerStreamingCall<
  InstanceType<typeof users.DetailsReq>,
  InstanceType<typeof users.DetailsResp>
>;

/** Only administrators may create users and reset passwords. Every user may read the details of a user. */
export function createUserHandlers(accounts: UserAccounts, { rejects, refusesAdmin }: LogAccessControl) {
  function answer<Resp>(
    metadata: Metadata,
    said: sendUnaryData<Resp>,
    fault: CallError | undefined,
    made: Resp,
  ) {
    const error = refusesAdmin(metadata) ?? fault;
    if (error) said(error);
    else said(null, made);
    return !error;
  }
  const create: Create = ({ request, metadata }, said) => {
    const options = request.getOptions();
    const [name = '', password = ''] = [options?.getLoginName(), options?.getPassword()];
    const there = accounts[name];
    const fault = there && there.password !== password ? createUserConflictError(name) : undefined;
    if (answer(metadata, said, fault, new users.CreateResp()) && !there)
      accounts[name] = { password, readsAll: false, fullName: options?.getFullName() };
  };
  const resetPassword: Reset = ({ request, metadata }, said) => {
    const [name = '', password = ''] = [
      request.getOptions()?.getLoginName(),
      request.getOptions()?.getNewPassword(),
    ];
    const there = accounts[name];
    const fault = there ? undefined : createUserNotFoundError(name);
    if (answer(metadata, said, fault, new users.ResetPasswordResp()) && there) there.password = password;
  };
  const details: Details = call => {
    const name = call.request.getOptions()?.getLoginName() ?? '';
    const user = accounts[name];
    const error = rejects(call.metadata) ?? (user ? undefined : createUserNotFoundError(name));
    if (error || !user) return void call.emit('error', error);
    const found = new users.DetailsResp.UserDetails();
    found.setLoginName(name);
    found.setFullName(user.fullName ?? name);
    found.setGroupsList(user.readsAll ? [ADMINS_GROUP] : []);
    call.write(new users.DetailsResp().setUserDetails(found));
    call.end();
  };
  return { create, resetPassword, details };
}
