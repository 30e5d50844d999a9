import { fold } from '#shared/contract/fold.ts'
import { Autocomplete, TextField } from '@mui/material'
import { type Ref, useState } from 'react'
import { skillsList } from '#shared/rules/skills.ts'
import { matchingSkills, skillCatalogue } from '#shared/rules/skill-catalogue.ts'

type SkillsFieldProps = {
  value: readonly string[]
  onChange: (skills: string[]) => void
  inputRef?: Ref<HTMLInputElement>
  error?: string | undefined
  /** Takes the place of the hint below the field. */
  hint?: string
}

const spelledAsListed = new Map(skillCatalogue.map((skill) => [fold(skill), skill]))
/** Skills without repetition; those of the catalogue get its spelling. */
const tidied = (skills: readonly string[]): string[] =>
  skillsList(
    skillsList(skills.join(','))
      .map((skill) => spelledAsListed.get(fold(skill)) ?? skill)
      .join(','),
  )

/**
 * Skills as chips, from the catalogue or typed. A comma, Enter or leaving the field ends a skill; Escape clears the
 * typed text.
 */
export const SkillsField = ({
  value,
  onChange,
  inputRef,
  error,
  hint = 'Choose, or type your own and end it with a comma.',
}: SkillsFieldProps) => {
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
      filterOptions={(skills, { inputValue }) => matchingSkills(skills, inputValue)}
      options={skillCatalogue}
      value={[...value]}
      onChange={(_event, skills) => onChange(tidied(skills))}
      inputValue={text}
      onInputChange={(_event, next, reason) => {
        if (reason === 'input') type(next)
        // onBlur adds the typed skill when the field is left; choosing and clearing empty the text.
        else if (reason !== 'blur') setText(next)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return
        // Escape clears only this text; it must not close the dialog around the form.
        event.stopPropagation()
        setText('')
      }}
      onBlur={() => {
        add(text)
        setText('')
      }}
      slotProps={{ chip: { size: 'small' } }}
      // The padding makes this field as high as the other ones.
      sx={{ '&& .MuiAutocomplete-inputRoot': { py: '6px' }, '&& .MuiAutocomplete-input': { py: '6.5px' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Skills"
          placeholder={value.length === 0 ? 'React, Copywriting …' : ''}
          inputRef={inputRef}
          error={Boolean(error)}
          helperText={error ?? hint}
        />
      )}
    />
  )
}
