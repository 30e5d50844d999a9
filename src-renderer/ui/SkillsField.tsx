import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { type Ref, useState } from 'react'
import { skillsList } from '../../shared/rules/skills.ts'
import { skillCatalogue } from './skill-catalogue.ts'

type SkillsFieldProps = {
  value: readonly string[]
  onChange: (skills: string[]) => void
  inputRef?: Ref<HTMLInputElement>
  error?: string | undefined
}

const spelledAsListed = new Map(skillCatalogue.map((skill) => [skill.toLowerCase(), skill]))
/** Skills once each, those of the catalogue in its spelling. */
const tidied = (skills: readonly string[]): string[] =>
  skillsList(
    skillsList(skills.join(','))
      .map((skill) => spelledAsListed.get(skill.toLowerCase()) ?? skill)
      .join(','),
  )

/** Skills as chips, from the catalogue or typed. A comma, Enter or leaving the field ends one; Escape takes back what is typed. */
export const SkillsField = ({ value, onChange, inputRef, error }: SkillsFieldProps) => {
  const [text, setText] = useState('')
  const add = (more: string) => {
    const skills = tidied([...value, more])
    if (skills.length !== value.length) onChange(skills)
  }
  const type = (next: string) => {
    const end = next.lastIndexOf(',')
    if (end >= 0) add(next.slice(0, end))
    setText(end >= 0 ? next.slice(end + 1).trimStart() : next)
  }
  return (
    <Autocomplete
      multiple
      freeSolo
      filterSelectedOptions
      options={skillCatalogue}
      value={[...value]}
      onChange={(_event, skills) => onChange(tidied(skills))}
      inputValue={text}
      onInputChange={(_event, next, reason) => {
        if (reason === 'input') type(next)
        // Leaving the field ends the skill that is being typed; choosing and clearing empty the text.
        else if (reason !== 'blur') setText(next)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return
        // It is about this text alone, not about the form around it.
        event.stopPropagation()
        setText('')
      }}
      onBlur={() => {
        add(text)
        setText('')
      }}
      slotProps={{ chip: { size: 'small' } }}
      // As high as the other fields.
      sx={{ '&& .MuiAutocomplete-inputRoot': { py: '6px' }, '&& .MuiAutocomplete-input': { py: '6.5px' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Skills"
          placeholder={value.length === 0 ? 'React, Copywriting …' : ''}
          inputRef={inputRef}
          error={Boolean(error)}
          helperText={error ?? 'Choose, or type your own and end it with a comma.'}
        />
      )}
    />
  )
}
