type Key = { key: string; metaKey: boolean; ctrlKey: boolean }

/** Enter is a line break in a long text; sending it by keyboard takes the modifier. */
export const isSubmitKey = ({ key, metaKey, ctrlKey }: Key): boolean => key === 'Enter' && (metaKey || ctrlKey)
