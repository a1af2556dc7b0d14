import { createContext, use } from 'react';

/** The frame provides what its own Logout does, too. */
export const LeavingContext = createContext<() => void>(() => undefined);

/** Signs out on this device; asks first where something would be lost. */
export const useLeaving = () => use(LeavingContext);
