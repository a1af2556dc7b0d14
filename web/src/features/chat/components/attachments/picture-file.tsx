import { useRef, type ComponentProps, type SyntheticEvent } from 'react';
import { usePlaceToLoad } from '../../pictures/use-place-to-load.ts';

interface PictureFileProps extends ComponentProps<'img'> {
  /** Somebody has opened this picture. The others wait for their turn, and leave room for what is more important. */
  urgent: boolean;
}

/** One try to load a picture. Without `loading="lazy"`: the browser might put off a picture whose turn it is. */
export function PictureFile({ urgent, src, srcSet, alt, onLoad, onError, ...others }: PictureFileProps) {
  const image = useRef<HTMLImageElement>(null);
  const { mayLoad, end } = usePlaceToLoad(image, urgent);

  const after = (tell: typeof onLoad) => (event: SyntheticEvent<HTMLImageElement>) => {
    end();
    tell?.(event);
  };

  return (
    <img
      {...others}
      ref={image}
      {...(mayLoad && { src, srcSet })}
      {...(!urgent && { fetchPriority: 'low' })}
      alt={alt}
      decoding="async"
      draggable={false}
      onLoad={after(onLoad)}
      onError={after(onError)}
    />
  );
}
