/** An SVG picture as pixels: drawn by the page itself, at twice its size, so that it stays sharp on paper. */
const scale = 2;

const loaded = (source: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the picture cannot be drawn'));
    image.src = source;
  });

/** The bytes of a PNG file. Rejects when the picture is no SVG that can be drawn: a bug. */
export const pngOf = async (svg: string): Promise<Uint8Array> => {
  const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the picture is too large');
  return new Uint8Array(await blob.arrayBuffer());
};
