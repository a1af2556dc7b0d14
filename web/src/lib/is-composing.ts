import type { KeyboardEvent } from 'react';

/** In Safari only this code tells that the Enter which accepts a word still belongs to the input method. */
const keyOfInputMethod = 229;

/** While an input method composes a word (Japanese, Korean…), every key belongs to it. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === keyOfInputMethod;
