/** File extensions of stored files by media type. */
const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'model/stl': 'stl',
  'model/gltf-binary': 'glb',
  'application/json': 'json',
  'application/zip': 'zip',
  'application/vnd.rar': 'rar',
  'application/x-7z-compressed': '7z',
  'application/gzip': 'tar.gz',
  'application/pdf': 'pdf',
};

/** Extension of a file's name, without the dot. */
export const fileExtensionOf = (mime: string): string => extensions[mime] ?? 'bin';
