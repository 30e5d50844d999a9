type Key = { key: string; metaKey: boolean; ctrlKey: boolean }

/** Whether the key sends a long text: Enter alone is a line break there, Enter with Ctrl or Cmd sends. */
export const isSubmitKey = ({ key, metaKey, ctrlKey }: Key): boolean => key === 'Enter' && (metaKey || ctrlKey)
