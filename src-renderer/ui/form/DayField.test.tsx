import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DayField } from './DayField.tsx'

afterEach(cleanup)

const sent: string[] = []
/** A field as a task has it: it saves with Enter and when it is left, and shows what somebody else has saved. */
const SavedDay = ({ first }: { first: string }) => {
  const [saved, setSaved] = useState(first)
  const [theirs, setTheirs] = useState(first)
  const [value, setValue] = useState(first)
  if (theirs !== first) {
    setTheirs(first)
    setSaved(first)
    setValue(first)
  }
  const save = () => {
    if (value === saved || value === 'abc') return
    sent.push(value)
    setSaved(value)
  }
  const error = value === 'abc' || sent.length > 0 ? 'Not saved' : undefined
  return (
    <DayField label="Due" value={value} saved={saved} onChange={setValue} onSave={save} onBlur={save} error={error} />
  )
}
const open = (first: string) => {
  sent.length = 0
  const { rerender } = render(<SavedDay first={first} />)
  const field = screen.getByLabelText<HTMLInputElement>('Due')
  fireEvent.focus(field)
  return { field, change: (day: string) => rerender(<SavedDay first={day} />) }
}
const type = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } })
const press = (field: HTMLElement, key: string) => fireEvent.keyDown(field, { key })

test('Escape does nothing to a day that was saved with Enter', () => {
  const { field } = open('')
  type(field, '2031-12-05')
  press(field, 'Enter')
  press(field, 'Escape')
  expect(field.value).toBe('Dec 5, 2031')
  fireEvent.blur(field)
  expect(sent).toEqual(['2031-12-05'])
})

test('a field in which nothing is typed shows the day that somebody else sets, and does not send it back', () => {
  const { field, change } = open('')
  change('2031-12-24')
  expect(field.value).toBe('Dec 24, 2031')
  press(field, 'Escape')
  fireEvent.blur(field)
  expect([field.value, sent]).toEqual(['Dec 24, 2031', []])
})

test('Escape takes back to the day that somebody else has set while this was typed', () => {
  const { field, change } = open('2031-12-05')
  type(field, '6 dec')
  change('2031-12-24')
  press(field, 'Escape')
  expect(field.value).toBe('Dec 24, 2031')
})

test('Escape takes back a text that is no day, also after the field was left, and the refusal goes', () => {
  const { field } = open('2031-12-05')
  type(field, 'abc')
  fireEvent.blur(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.focus(field)
  press(field, 'Escape')
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['Dec 5, 2031', 'false'])
})
