import { Camera, Check, CloudUpload, Image as ImageIcon, RotateCcw, TriangleAlert, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { PhotoRule } from '../../../../../sync/contract/applications/batch.ts';
import type { FileAnswer, FormAnswer } from '../../../../../sync/contract/applications/form-design.ts';
import { heicMessage } from '../../../../../sync/domain/heic-message.ts';
import { isHeic } from '../../../../../sync/domain/heic.ts';
import { checkPhoto, computePhotoCrop } from '../../../../../sync/domain/applications/photo-rule.ts';
import { detectBackground, cropPhoto, toDataUrl, openPhoto, type PhotoCrop } from '../../../../lib/files/photo.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import type { FieldControl } from '../../../../ui/form/field.tsx';
import { FileInput } from '../../../../ui/form/file-input.tsx';
import { Slider } from '../../../../ui/primitives/slider.tsx';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';

/**
 * Part of a picture that the frame shows. `zoom`: 1 shows the largest possible part, 4 the smallest. `x`, `y`: place of that part, from 0
 * (left, top) to 1 (right, bottom).
 */
interface PhotoPlace {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}
const maxPhotoZoom = 4;
/** Initial position: centred, and slightly above the middle, where the head usually is. */
const initialPhotoPlace: PhotoPlace = { zoom: 1, x: 0.5, y: 0.35 };

const clampShare = (share: number): number => Math.min(1, Math.max(0, share));
/** Limits zoom and place to their valid ranges. */
const limitPhotoPlace = (place: PhotoPlace): PhotoPlace => ({
  zoom: Math.min(maxPhotoZoom, Math.max(1, place.zoom)),
  x: clampShare(place.x),
  y: clampShare(place.y),
});

/** Returns the part of the picture (in pixels) that the frame shows. */
function computeCropAt(size: { readonly width: number; readonly height: number }, rule: PhotoRule, { zoom, x, y }: PhotoPlace): PhotoCrop {
  const whole = computePhotoCrop(size, rule);
  const [width, height] = [whole.width / zoom, whole.height / zoom];
  return { x: (size.width - width) * x, y: (size.height - height) * y, width, height };
}

/** Moves the picture in its frame, as a finger drags it. `dx`, `dy`: distance in fractions of the frame's width and height. */
function movePhoto(
  size: { readonly width: number; readonly height: number },
  rule: PhotoRule,
  place: PhotoPlace,
  dx: number,
  dy: number,
): PhotoPlace {
  const crop = computeCropAt(size, rule, place);
  const [roomX, roomY] = [size.width - crop.width, size.height - crop.height];
  return limitPhotoPlace({
    zoom: place.zoom,
    x: roomX <= 0 ? place.x : place.x - (dx * crop.width) / roomX,
    y: roomY <= 0 ? place.y : place.y - (dy * crop.height) / roomY,
  });
}

interface ApplicantPhotoFieldProps {
  control: FieldControl;
  rule: PhotoRule;
  /** The photo that is already on the server; undefined if there is none. */
  file: FileAnswer | undefined;
  /** A photo that is only on this device, as a `data:` URL; otherwise empty. */
  localPhotoUrl: string;
  onChange: (answer: FormAnswer) => void;
}

interface ChosenPhoto {
  readonly picture: ImageBitmap;
  readonly place: PhotoPlace;
}

/**
 * Takes an applicant's photo with the camera or from a file, and crops it by the photo rule. The photo stays on this device until it is uploaded.
 */
export function ApplicantPhotoField({ control, rule, file, localPhotoUrl, onChange }: ApplicantPhotoFieldProps) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  const album = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null);
  const [problem, setProblem] = useState('');
  const [lastCrop, setLastCrop] = useState<{ readonly of: ChosenPhoto['picture']; readonly blob: Blob | null } | null>(null);
  /** The cropped picture. While a new crop is computed, this is the previous one. */
  const croppedBlob = chosen !== null && lastCrop?.of === chosen.picture ? lastCrop.blob : null;
  useEffect(() => {
    if (chosen === null) return undefined;
    let isOver = false;
    void cropPhoto(chosen.picture, computeCropAt(chosen.picture, rule, chosen.place), rule).then((blob) => {
      if (!isOver) setLastCrop({ of: chosen.picture, blob });
    });
    return () => {
      isOver = true;
    };
  }, [chosen, rule]);
  useEffect(() => () => chosen?.picture.close(), [chosen?.picture]);

  const take = async ([first]: readonly File[]) => {
    if (first === undefined) return;
    const picture = await openPhoto(first);
    const isUnopenable = picture === null && isHeic(new Uint8Array(await first.slice(0, 16).arrayBuffer()));
    setProblem(isUnopenable ? words(heicMessage) : picture === null ? t('photoUnreadable', { name: first.name }) : '');
    setChosen(picture && { picture, place: initialPhotoPlace });
  };
  const use = async () => {
    if (croppedBlob === null) return;
    const fault = checkPhoto(rule, { sizeBytes: croppedBlob.size, pixels: rule });
    if (fault !== undefined) return setProblem(words(fault));
    onChange(await toDataUrl(croppedBlob));
    setChosen(null);
    setProblem('');
  };
  const photoUrl = localPhotoUrl === '' ? file?.url : localPhotoUrl;
  const { 'aria-required': _required, ...albumProps } = control;
  return (
    <div className="flex flex-col gap-3 rounded-lg border bg-card p-3">
      {chosen === null ? (
        photoUrl !== undefined && (
          <div className="flex gap-4">
            <img
              src={photoUrl}
              alt={t('photoNow')}
              className="h-40 rounded border"
              style={{ aspectRatio: `${rule.width} / ${rule.height}` }}
            />
            <p role="status" className="text-[13px]">
              {localPhotoUrl === '' ? (
                <span className="flex items-center gap-1.5 text-delivered">
                  <Check aria-hidden className="size-4" />
                  {t('photoAtSchool')}
                </span>
              ) : (
                <span className="flex items-center gap-1.5 text-kept-ink">
                  <CloudUpload aria-hidden className="size-4" />
                  {t('photoWaits')}
                </span>
              )}
            </p>
          </div>
        )
      ) : (
        <PhotoFrame
          chosen={chosen}
          rule={rule}
          cut={croppedBlob}
          onPlace={(place) => setChosen({ ...chosen, place: limitPhotoPlace(place) })}
        />
      )}
      {problem !== '' && (
        <p role="alert" className="text-[13px] text-seal">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        {chosen !== null && (
          <Button variant="primary" size="lg" disabled={croppedBlob === null} onClick={() => void use()}>
            {t('photoUse')}
          </Button>
        )}
        <Button size="lg" onClick={() => camera.current?.click()}>
          <Camera aria-hidden />
          {t(chosen === null && photoUrl === undefined ? 'photoTake' : 'photoTakeAgain')}
        </Button>
        <Button size="lg" {...albumProps} onClick={() => album.current?.click()}>
          <ImageIcon aria-hidden />
          {t('photoChoose')}
        </Button>
      </div>
      <FileInput ref={album} accept="image/*" aria-label={t('photoChoose')} onFiles={(files) => void take(files)} />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="user"
        aria-label={t('photoTake')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          void take(files);
        }}
      />
    </div>
  );
}

interface PhotoFrameProps {
  chosen: ChosenPhoto;
  rule: PhotoRule;
  cut: Blob | null;
  onPlace: (place: PhotoPlace) => void;
}

const step = 0.02;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** Moves the picture in its frame by finger, mouse or arrow keys, and shows the checks of the photo rule. */
function PhotoFrame({ chosen: { picture, place }, rule, cut, onPlace }: PhotoFrameProps) {
  const { t } = useTranslation('application');
  const canvas = useRef<HTMLCanvasElement>(null);
  const crop = computeCropAt(picture, rule, place);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, rule.width, rule.height);
    pen.drawImage(picture, crop.x, crop.y, crop.width, crop.height, 0, 0, rule.width, rule.height);
  });
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    onPlace(movePhoto(picture, rule, place, event.movementX / width, event.movementY / height));
  };
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onPlace(movePhoto(picture, rule, place, by[0], by[1]));
  };
  const kb = cut === null ? null : Math.round(cut.size / 1024);
  const background = detectBackground(picture, crop);
  const facts = [
    { fits: true, name: t('photoPixels', rule), note: t('photoCutOf', { width: picture.width, height: picture.height }) },
    {
      fits: kb !== null && kb >= rule.minKb && kb <= rule.maxKb,
      name: kb === null ? '…' : `${kb} KB`,
      note: t('photoBytes', { min: rule.minKb, max: rule.maxKb }),
    },
    ...(rule.background === 'any'
      ? []
      : [
          {
            fits: background === rule.background,
            name: t(`backgrounds.${background ?? 'other'}`),
            note:
              background === rule.background ? t('backgroundRight') : t('backgroundAsked', { colour: t(`backgrounds.${rule.background}`) }),
          },
        ]),
  ];
  return (
    <>
      <div className="flex flex-wrap gap-4">
        <div
          role="group"
          aria-label={t('photoFrame')}
          // Focusable, because the arrow keys move the picture.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="relative h-52 shrink-0 cursor-move touch-none overflow-hidden rounded border-2 border-primary"
          style={{ aspectRatio: `${rule.width} / ${rule.height}` }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onKeyDown={press}
        >
          <canvas ref={canvas} width={rule.width} height={rule.height} aria-hidden className="size-full" />
          <span
            aria-hidden
            className="absolute inset-x-[21%] top-[14%] bottom-[28%] rounded-[50%] border-2 border-dashed border-white mix-blend-difference"
          />
        </div>
        <ul className="flex min-w-28 flex-1 flex-col gap-2.5 text-sm" aria-live="polite">
          {facts.map(({ fits, name, note }) => (
            <li key={note} className="flex gap-2">
              {fits ? (
                <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-delivered" />
              ) : (
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-kept-ink" />
              )}
              <span className={fits ? 'num' : 'num text-kept-ink'}>
                {name}
                <span className="block text-[13px] text-muted-foreground">{note}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex items-center gap-2.5">
        <ZoomOut aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <Slider
          aria-label={t('photoZoom')}
          min={1}
          max={maxPhotoZoom}
          step={0.02}
          value={place.zoom}
          onChange={(zoom) => onPlace({ ...place, zoom })}
        />
        <ZoomIn aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <Button variant="ghost" size="icon" aria-label={t('photoReset')} onClick={() => onPlace(initialPhotoPlace)}>
          <RotateCcw aria-hidden />
        </Button>
      </div>
    </>
  );
}
