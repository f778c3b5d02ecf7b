/** Draws round dots with WebGL: all of a frame in one call. */

/** Number of floats per dot in the buffer: x, y and radius in CSS px, index of its colour, opacity. */
const NUMBERS = 5;
const BYTES = 4;

const vertexShader = `#version 300 es
in vec3 place;
in vec2 look;
uniform vec2 size;
uniform float density;
uniform vec3 colours[8];
out vec4 colour;
out float radius;
void main() {
  gl_Position = vec4(place.x / size.x * 2.0 - 1.0, 1.0 - place.y / size.y * 2.0, 0.0, 1.0);
  radius = place.z * density;
  gl_PointSize = 2.0 * radius + 2.0;
  colour = vec4(colours[int(look.x)], look.y);
}`;

/** The edge of a dot is one px of the screen wide. */
const fragmentShader = `#version 300 es
precision mediump float;
in vec4 colour;
in float radius;
out vec4 result;
void main() {
  float distance = length(gl_PointCoord - 0.5) * (2.0 * radius + 2.0);
  float opacity = colour.a * clamp(radius + 0.5 - distance, 0.0, 1.0);
  result = vec4(colour.rgb * opacity, opacity);
}`;

export type DotShader = {
  /** Adds a dot to the frame. */
  add(x: number, y: number, radius: number, colour: number, opacity: number): void;
  /** Draws the dots that were added since the last call, in their order. */
  draw(size: { width: number; height: number }, density: number): void;
};

export type Rgb = readonly [red: number, green: number, blue: number];

function linkProgram(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
}

/**
 * @param colours up to eight, components from 0 to 1
 * @returns null if the browser lacks the needed features
 */
export function createDotShader(gl: WebGL2RenderingContext, colours: readonly Rgb[]): DotShader | null {
  const program = linkProgram(gl);
  if (!program) return null;
  let numbers = new Float32Array(NUMBERS * 4096);
  let count = 0;
  // biome-ignore lint/correctness/useHookAtTopLevel: a function of WebGL
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  for (const [name, length, start] of [
    ['place', 3, 0],
    ['look', 2, 3],
  ] as const) {
    const attribute = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(attribute);
    gl.vertexAttribPointer(attribute, length, gl.FLOAT, false, NUMBERS * BYTES, start * BYTES);
  }
  gl.uniform3fv(gl.getUniformLocation(program, 'colours'), colours.flat());
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const [size, density] = ['size', 'density'].map(name => gl.getUniformLocation(program, name));
  return {
    add: (x, y, radius, colour, opacity) => {
      const at = NUMBERS * count++;
      if (at + NUMBERS > numbers.length) {
        const longer = new Float32Array(2 * numbers.length);
        longer.set(numbers);
        numbers = longer;
      }
      numbers[at] = x;
      numbers[at + 1] = y;
      numbers[at + 2] = radius;
      numbers[at + 3] = colour;
      numbers[at + 4] = opacity;
    },
    draw: ({ width, height }, pixels) => {
      gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.uniform2f(size ?? null, width, height);
      gl.uniform1f(density ?? null, pixels);
      gl.bufferData(gl.ARRAY_BUFFER, numbers.subarray(0, NUMBERS * count), gl.DYNAMIC_DRAW);
      gl.drawArrays(gl.POINTS, 0, count);
      count = 0;
    },
  };
}
