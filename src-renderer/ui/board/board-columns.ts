/** How wide a board's columns are: on a phone one of them and the edge of the next fit. */
export const boardColumns = { xs: 'min(280px, 84%)', sm: 'minmax(248px, 1fr)' } as const
/** How wide they are where a phone shows one at a time. */
export const pagedColumns = { ...boardColumns, xs: '100%' } as const
