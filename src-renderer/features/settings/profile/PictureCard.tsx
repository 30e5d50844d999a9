import { Box, Button, Typography } from '@mui/material'
import { use, useRef, useState } from 'react'
import { type OwnProfile, PICTURE_MAX_BYTES } from '#shared/contract/index.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { PersonAvatar } from '#ui/person/PersonAvatar.tsx'
import { PictureSource } from '#ui/person/pictures.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { CropDialog } from './CropDialog.tsx'
import { useRemovePicture } from './mutations.ts'

const TYPES = ['image/png', 'image/jpeg', 'image/webp']

const whyNot = ({ type, size }: File): string | null => {
  if (!TYPES.includes(type)) return 'A picture is a PNG, a JPEG or a WebP.'
  return size > PICTURE_MAX_BYTES ? 'A picture has at most 2 MB.' : null
}

/** The viewer's picture: chosen, cropped, removed. */
export const PictureCard = ({ profile: { name, username } }: { profile: OwnProfile }) => {
  const usePicture = use(PictureSource)
  const hasPicture = usePicture(username) !== undefined
  const chooser = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const remove = useRemovePicture()
  const close = () => {
    if (address) URL.revokeObjectURL(address)
    setAddress(null)
  }
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const reason = whyNot(chosen)
    setProblem(reason)
    if (!reason) setAddress(URL.createObjectURL(chosen))
  }
  return (
    <TitledCard title="Picture" level={2}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2.5 }}>
        <PersonAvatar name={name} username={username} size={88} />
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="outlined" onClick={() => chooser.current?.click()}>
              {hasPicture ? 'Change picture' : 'Choose picture'}
            </Button>
            {hasPicture && (
              <Button
                loading={remove.isPending}
                onClick={() =>
                  remove.mutate(undefined, {
                    onSuccess: () => toast('Picture removed', 'success'),
                    onError: (error) => toast(errorText(error, 'Failed to remove picture'), 'error'),
                  })
                }
              >
                Remove
              </Button>
            )}
          </Box>
          <Typography
            variant="body2"
            role={problem ? 'alert' : undefined}
            sx={{ color: problem ? 'error.main' : 'text.secondary' }}
          >
            {problem ?? 'PNG, JPEG or WebP of at most 2 MB. Without one your initials show.'}
          </Typography>
        </Box>
        <input
          ref={chooser}
          type="file"
          accept={TYPES.join(',')}
          aria-label="Picture file"
          hidden
          onChange={({ target }) => {
            choose(target.files?.[0])
            // The same file can be chosen again.
            target.value = ''
          }}
        />
      </Box>
      {address && <CropDialog address={address} onClose={close} />}
    </TitledCard>
  )
}
