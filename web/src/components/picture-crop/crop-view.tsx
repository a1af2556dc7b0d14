import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { IconButton } from '../ui/button.tsx';
import { steppedZoom, zoomRange } from './picture-file.ts';
import { texts } from './texts.ts';
import styles from './crop-view.module.css';

const start = { x: 0, y: 0 };
const pressOfButton = 0.1;

interface CropViewProps {
  address: string;
  disabled: boolean;
  onArea: (area: Area) => void;
  onError: () => void;
}

/** Moves and zooms a picture behind a square: by pointer, wheel, slider or arrow keys. */
export function CropView({ address, disabled, onArea, onError }: CropViewProps) {
  const [crop, setCrop] = useState(start);
  const [zoom, setZoom] = useState<number>(zoomRange.min);
  const change = (wanted: number) => setZoom(steppedZoom(wanted));
  return (
    <>
      <div className={styles.frame} inert={disabled}>
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          minZoom={zoomRange.min}
          maxZoom={zoomRange.max}
          aspect={1}
          objectFit="cover"
          showGrid={false}
          keyboardStep={8}
          // Our Content-Security-Policy refuses its <style>, so its style sheet is part of ours.
          disableAutomaticStylesInjection
          classes={{ cropAreaClassName: styles.area ?? '' }}
          cropperProps={{ role: 'group', 'aria-label': texts.cropArea }}
          mediaProps={{ alt: '', onError }}
          onCropChange={setCrop}
          onZoomChange={change}
          onCropComplete={(_, pixels) => onArea(pixels)}
          onCropAreaChange={(_, pixels) => onArea(pixels)}
        />
      </div>
      <div className={styles.zoom}>
        <IconButton
          icon="minus"
          label={texts.zoomOut}
          disabled={disabled}
          onClick={() => change(zoom - pressOfButton)}
        />
        <input
          type="range"
          aria-label={texts.zoom}
          {...zoomRange}
          value={zoom}
          disabled={disabled}
          onChange={(event) => change(event.target.valueAsNumber)}
        />
        <IconButton icon="plus" label={texts.zoomIn} disabled={disabled} onClick={() => change(zoom + pressOfButton)} />
      </div>
      <Hint />
    </>
  );
}

function Hint() {
  return (
    <p className={styles.hint}>
      {texts.cropHint}
      <span className={styles.keys}> {texts.cropKeys}</span>
    </p>
  );
}
