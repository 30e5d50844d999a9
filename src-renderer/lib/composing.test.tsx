import { Autocomplete, Dialog, TextField } from '@mui/material'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

const heard = vi.fn<(key: string) => void>()
afterEach(cleanup)
const keys = ['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp', ' ', 'j']

/** A field of ours and one of a package, both in a dialog, as every screen has them. */
const show = () => {
  render(
    <Dialog open onClose={() => heard('the dialog closes')} onKeyDown={({ key }) => heard(`dialog: ${key}`)}>
      <TextField label="Ours" onKeyDown={({ key }) => heard(`field: ${key}`)} />
      <Autocomplete
        freeSolo
        openOnFocus
        autoHighlight
        options={['Kanji', 'Kana']}
        onChange={() => heard('an option is taken')}
        renderInput={(params) => <TextField {...params} label="Theirs" />}
      />
    </Dialog>,
  )
  return [screen.getByRole('textbox', { name: 'Ours' }), screen.getByRole('combobox', { name: 'Theirs' })] as const
}

test.each([
  ['Chrome and Firefox say that the key is part of a composition', { isComposing: true, keyCode: 229 }],
  ['Safari ends the composition before the key', { isComposing: false, keyCode: 229 }],
  ['an older browser says only isComposing', { isComposing: true }],
])('a key that an input method takes reaches nothing in the app, but does its part in the browser: %s', (_, says) => {
  const listen = ({ key }: KeyboardEvent) => heard(`document: ${key}`)
  document.addEventListener('keydown', listen)
  heard.mockClear()
  for (const field of show()) {
    fireEvent.focus(field)
    fireEvent.mouseDown(field)
    fireEvent.change(field, { target: { value: 'ka' } })
    // fireEvent answers whether the browser may go on.
    for (const key of keys) expect(fireEvent.keyDown(field, { key, ctrlKey: key === 'Enter', ...says }), key).toBe(true)
  }
  expect(heard.mock.calls.flat()).toEqual([])
  document.removeEventListener('keydown', listen)
})

test('all other keys arrive', () => {
  heard.mockClear()
  const [ours, theirs] = show()
  for (const key of keys) fireEvent.keyDown(ours, { key })
  expect(heard.mock.calls.flat()).toEqual(expect.arrayContaining(keys.map((key) => `field: ${key}`)))
  expect(heard).toHaveBeenCalledWith('the dialog closes')
  fireEvent.change(theirs, { target: { value: 'ka' } })
  fireEvent.keyDown(theirs, { key: 'Enter' })
  expect(heard).toHaveBeenCalledWith('an option is taken')
})
