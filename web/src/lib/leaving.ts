import { createContext, use } from 'react';

/** The frame sets it to what its own Logout does. */
export const LeavingContext = createContext<() => void>(() => undefined);

/** Signs out on this device; asks first where something would be lost. */
export const useLeaving = () => use(LeavingContext);
