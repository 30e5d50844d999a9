/** An Autocomplete of one value that is as high as the other fields. */
export const oneValueField = { '& .MuiOutlinedInput-root': { py: '4.5px' } } as const
