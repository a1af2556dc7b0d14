import { useSyncExternalStore } from 'react';
import { isOnline, onNetwork } from './online.ts';

export const useOnline = () => useSyncExternalStore(onNetwork, isOnline);
