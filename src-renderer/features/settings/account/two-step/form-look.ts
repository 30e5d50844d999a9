export const formLook = { display: 'grid', gap: 2.5, maxWidth: 420, justifyItems: 'start', mt: 2.5 } as const
