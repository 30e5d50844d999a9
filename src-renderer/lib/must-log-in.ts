/** The state that a guarded page puts into the landing page's history entry, so that a reload still shows the reason. */
export const mustLogIn = { mustLogIn: true } as const

export const isSentToLogIn = (state: unknown): boolean =>
  (state as Partial<typeof mustLogIn> | null)?.mustLogIn === true
