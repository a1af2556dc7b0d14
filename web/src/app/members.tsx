import { SignInGate } from '../features/sign-in/components/sign-in-gate.tsx';
import { SignedIn } from './signed-in.tsx';

/** The part of the product behind the sign-in. */
export function Members() {
  return <SignInGate>{(user) => <SignedIn key={user.uid} user={user} />}</SignInGate>;
}
