import { useSyncExternalStore } from 'react';
import { knownConfig } from './public-config.ts';

export const usePublicConfig = () => useSyncExternalStore(knownConfig.subscribe, knownConfig.snapshot);

export const usePublicConfigSettled = () => useSyncExternalStore(knownConfig.subscribe, knownConfig.isSettled);
