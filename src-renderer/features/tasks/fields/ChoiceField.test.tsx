import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ChoiceField } from './ChoiceField.tsx'

type Option = { id: number; name: string }
afterEach(cleanup)

const NEW = 0

const Labels = ({ mayMake, onSend }: { mayMake: boolean; onSend: () => void }) => {
  const [options, setOptions] = useState<Option[]>([{ id: 1, name: 'Harbour' }])
  const [value, setValue] = useState<number[]>([])
  const make = ({ name }: Option) => {
    setOptions((all) => [...all, { id: all.length + 1, name }])
    return Promise.resolve(options.length + 1)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <ChoiceField
        label="Labels"
        options={options}
        value={value}
        onChange={setValue}
        nameOf={({ name }) => name}
        max={5}
        whyDisabled={null}
        noneText={(typed) => `Nothing is called ${typed}.`}
        {...(mayMake && {
          creation: {
            optionOf: (typed) => (typed.trim() === '' ? null : { id: NEW, name: typed.trim() }),
            isOne: ({ id }) => id === NEW,
            text: ({ name }) => `Create label “${name}”`,
            make,
          },
        })}
      />
      <button>Save</button>
    </form>
  )
}

test('Enter makes what was typed and is not there, chooses what is, and never sends the form around the field', async () => {
  const user = userEvent.setup()
  const onSend = vi.fn()
  render(<Labels mayMake onSend={onSend} />)
  const field = screen.getByRole('combobox', { name: 'Labels' })
  await user.type(field, 'Map')
  await screen.findByText('Create label “Map”')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Map' })).toBeTruthy()
  await user.type(field, 'harb{Enter}')
  expect(await screen.findByRole('button', { name: 'Harbour' })).toBeTruthy()
  expect(onSend).not.toHaveBeenCalled()
})

test('where nothing fits and nothing can be made, Enter sends no form and the words stay', async () => {
  const user = userEvent.setup()
  const onSend = vi.fn()
  render(<Labels mayMake={false} onSend={onSend} />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Labels' })
  await user.type(field, 'Map{Enter}')
  expect(screen.getByText('Nothing is called Map.')).toBeTruthy()
  expect([onSend.mock.calls.length, field.value]).toEqual([0, 'Map'])
})
