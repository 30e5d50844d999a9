import { Alert, Box, Slider, Typography } from '@mui/material'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { type Area, croppedPicture } from './crop.ts'
import { useSetPicture } from './mutations.ts'

/** How far an arrow key moves the picture, in pixels of the screen. */
const STEP = 8
const ZOOM_MAX = 4

/** Chooses the square of the picture at this address that is kept: moved by mouse, touch or the arrow keys, and made larger by the slider. */
export const CropDialog = ({ address, onClose }: { address: string; onClose: () => void }) => {
  const zoomID = useId()
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutateAsync, isPending } = useSetPicture()
  const save = async () => {
    if (!area) return
    setProblem(null)
    try {
      await mutateAsync(await croppedPicture(address, area))
      toast('Picture saved', 'success')
      onClose()
    } catch (error) {
      setProblem(errorText(error, 'Failed to save picture'))
    }
  }
  return (
    <FormDialog title="Crop your picture" isOpen onClose={onClose} maxWidth="xs">
      <DialogForm
        onSubmit={() => void save()}
        actions={
          <FormButtons onCancel={onClose} isPending={isPending} disabled={!area}>
            Save picture
          </FormButtons>
        }
      >
        {problem && <Alert severity="error">{problem}</Alert>}
        <Box sx={{ position: 'relative', height: 280, bgcolor: 'action.hover', overflow: 'hidden' }}>
          <Cropper
            image={address}
            crop={place}
            zoom={zoom}
            maxZoom={ZOOM_MAX}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={STEP}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropComplete={(_percent, pixels) => setArea(pixels)}
            mediaProps={{ onError: () => setProblem('This picture cannot be read.') }}
          />
        </Box>
        <Box>
          <Typography variant="body2" id={zoomID}>
            Size
          </Typography>
          <Slider
            aria-labelledby={zoomID}
            min={1}
            max={ZOOM_MAX}
            step={0.1}
            value={zoom}
            onChange={(_event, next) => setZoom(next)}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Drag the picture, or move it with the arrow keys.
          </Typography>
        </Box>
      </DialogForm>
    </FormDialog>
  )
}
