import { mostFiles } from '@huanwei/contract/fields'
import { maxPhotoBytes } from '@huanwei/contract/files/codes'
import { PhotoUpload } from './PhotoUpload.tsx'

/** In a form, `Form.Item` gives everything but the label: the names of stored pictures, comma-separated as on the wire. */
type Props = { label: string; value?: string; onChange?: (names: string) => void; isOff?: boolean; isOrdered?: boolean }

/** Limit of photos of an event. */
export const PhotosField = ({ label, value = '', onChange, isOff, isOrdered }: Props) => (
  <PhotoUpload
    label={label}
    value={value.split(',').filter(Boolean)}
    onChange={(names) => onChange?.(names.join())}
    max={mostFiles}
    mostBytes={maxPhotoBytes}
    isOff={isOff}
    isOrdered={isOrdered}
  />
)
