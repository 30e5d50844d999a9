import { Box, Dialog, InputBase, Typography, useAutocomplete } from '@mui/material'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Keys } from '../text/Keys.tsx'
import { clamp, visuallyHidden } from '../look/text-looks.ts'
import { duration, radius, size, weight } from '../look/tokens.ts'

export type PickerItem = {
  /** Differs from the IDs of all other items of the dialog. */
  id: string
  label: string
  /** The heading that it is below; items of one group are next to each other. */
  group: string
  /** What else tells it from others, such as the project of a task. */
  detail?: string | undefined
  /** How it is pressed without the dialog. */
  keys?: readonly string[] | undefined
  mark?: ReactNode
  /** The reason why it cannot be chosen; it is shown, and read out with the item. */
  whyNot?: string | null | undefined
}

export type PickerDialogProps<Item extends PickerItem> = {
  label: string
  placeholder: string
  isOpen: boolean
  text: string
  onText: (text: string) => void
  items: readonly Item[]
  /** Called with the chosen item, also with one that cannot be chosen: the caller says why. */
  onChoose: (item: Item) => void
  onClose: () => void
  /** Read out when it changes, such as the number of results. */
  status: string
  /** Shown below the items: nothing was found, or the search cannot be reached. */
  note?: ReactNode
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

const paperLook = {
  m: { xs: 1.5, sm: 4 },
  width: { xs: 'calc(100% - 24px)', sm: 'calc(100% - 64px)' },
  // The dialog keeps its upper edge while its list grows and shrinks.
  alignSelf: 'flex-start',
  mt: { xs: 1.5, sm: '12vh' },
  maxHeight: { xs: 'calc(100% - 24px)', sm: '70vh' },
} as const

const Row = ({ item }: { item: PickerItem }) => {
  const { label, detail, keys, mark, whyNot } = item
  return (
    <>
      {mark}
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Box component="span" sx={{ ...clamp(1), fontSize: size.body }}>
          {label}
        </Box>
        {(whyNot ?? detail) && (
          <Box component="span" sx={{ display: 'block', fontSize: size.note, color: 'text.secondary' }}>
            {whyNot ?? detail}
          </Box>
        )}
      </Box>
      {keys && (
        // A phone has no keys to press.
        <Box
          component="span"
          sx={{ display: { xs: 'none', sm: 'inline' }, '@media (pointer: coarse)': { display: 'none' } }}
        >
          <Keys way={keys} />
        </Box>
      )}
    </>
  )
}

/**
 * A dialog to choose one of several things by typing: a field with a list below it. The arrow keys move in the list
 * while the focus stays in the field; Enter or a press chooses the marked one.
 */
export const PickerDialog = <Item extends PickerItem>(props: PickerDialogProps<Item>) => {
  const { label, isOpen, onClose, note, status } = props
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      // The focus goes back to where it was, which the key left in place.
      slotProps={{
        paper: { 'aria-label': label, sx: paperLook },
        transition: { timeout: { enter: 0, exit: duration.leaving } },
      }}
    >
      <Picker {...props} />
      {note && (
        <Box sx={{ px: 2.5, py: 1.5, borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}>{note}</Box>
      )}
      <Box role="status" sx={visuallyHidden}>
        {status}
      </Box>
    </Dialog>
  )
}

const Picker = <Item extends PickerItem>(props: PickerDialogProps<Item>) => {
  const { label, placeholder, text, onText, items, onChoose, onClose, onKeyDown } = props
  const id = useId()
  const { getInputProps, getListboxProps, getOptionProps, getRootProps } = useAutocomplete<Item>({
    id,
    open: true,
    options: items,
    // The caller has chosen and ordered the items.
    filterOptions: (all) => all,
    getOptionLabel: (item) => item.label,
    getOptionKey: (item) => item.id,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    value: null,
    inputValue: text,
    onInputChange: (_event, typed, reason) => reason === 'input' && onText(typed),
    onChange: (_event, item) => item && onChoose(item),
    onClose: (_event, reason) => reason === 'escape' && onClose(),
    autoHighlight: true,
    // The arrow keys also reach what cannot be chosen, so that the reason is read out.
    disabledItemsFocusable: true,
    disableCloseOnSelect: true,
    clearOnBlur: false,
    includeInputInList: false,
  })
  const { ref, ...input } = getInputProps()
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <>
      <Box {...getRootProps()} sx={{ px: 2.5, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        <InputBase
          fullWidth
          autoFocus
          inputRef={ref}
          placeholder={placeholder}
          onKeyDown={onKeyDown}
          inputProps={{ ...input, 'aria-label': label, 'aria-expanded': items.length > 0, enterKeyHint: 'go' }}
          sx={{ fontSize: size.lead }}
        />
      </Box>
      <Box
        component="ul"
        {...getListboxProps()}
        aria-label={label}
        sx={{ m: 0, p: 1, overflowY: 'auto', listStyle: 'none', ...(items.length === 0 && { display: 'none' }) }}
      >
        {groups.map((group, at) => (
          <Box component="li" key={group} role="presentation">
            <div role="group" aria-labelledby={`${id}-${at}`}>
              <Typography
                id={`${id}-${at}`}
                component="div"
                sx={{
                  px: 1.5,
                  pt: 1,
                  pb: 0.5,
                  fontSize: size.note,
                  fontWeight: weight.semibold,
                  color: 'text.secondary',
                }}
              >
                {group}
              </Typography>
              <Box role="presentation">
                {items.map((item, index) => {
                  if (item.group !== group) return null
                  const { key, ...option } = getOptionProps({ option: item, index }) as { key: string }
                  return (
                    <Box
                      key={key}
                      {...option}
                      aria-disabled={Boolean(item.whyNot)}
                      sx={{
                        display: 'flex',
                        alignItems: 'center',
                        gap: 1.5,
                        px: 1.5,
                        py: 1,
                        minHeight: 44,
                        borderRadius: radius.medium,
                        cursor: 'pointer',
                        ...(item.whyNot && { color: 'text.secondary' }),
                        '&.Mui-focused': { bgcolor: 'action.selected' },
                      }}
                    >
                      <Row item={item} />
                    </Box>
                  )
                })}
              </Box>
            </div>
          </Box>
        ))}
      </Box>
    </>
  )
}
