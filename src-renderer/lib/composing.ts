/** The key code of a key that an input method takes. In Safari it is the only sign: there the composition is over before its last key. */
const TAKEN = 229

const stop = (event: KeyboardEvent): void => {
  if (event.isComposing || event.keyCode === TAKEN) event.stopImmediatePropagation()
}

/**
 * Hides from the app the keys that belong to an input method: Enter takes the proposed characters, Escape drops them,
 * arrows and Tab choose among them. The browser still handles them. It listens at the window before all other handlers,
 * so neither ours nor a package's need to know about input methods.
 */
export const leaveKeysToInputMethods = (): void => addEventListener('keydown', stop, { capture: true })
