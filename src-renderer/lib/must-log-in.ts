/** What a guarded page hands to the landing page in the history entry, so that a reload still says why one is there. */
export const mustLogIn = { mustLogIn: true } as const

export const isSentToLogIn = (state: unknown): boolean =>
  (state as Partial<typeof mustLogIn> | null)?.mustLogIn === true
