/**
 * Eigenvalues of small symmetric matrices by Jacobi rotations (Golub and Van Loan, Matrix Computations, 8.5).
 */

export type Eigen = {
  /** Eigenvalues, ascending. */
  values: number[];
  /** The unit eigenvector of each value. */
  vectors: number[][];
};

/** Limit of sweeps. A 6 × 6 matrix is diagonal long before. */
const sweepsMax = 30;

/** Rotates rows and columns p and q so that their common entry becomes 0. */
function turn(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q] as number;
  if (apq === 0) return;
  const theta = ((a[q * n + q] as number) - (a[p * n + p] as number)) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const mix = (m: Float64Array, at: number, to: number) => {
    const x = m[at] as number;
    const y = m[to] as number;
    m[at] = c * x - s * y;
    m[to] = s * x + c * y;
  };
  for (let k = 0; k < n; k++) mix(a, k * n + p, k * n + q);
  for (let k = 0; k < n; k++) mix(a, p * n + k, q * n + k);
  for (let k = 0; k < n; k++) mix(v, k * n + p, k * n + q);
}

/** Computes eigenvalues and eigenvectors. @param matrix n × n, symmetric, row by row; not changed */
export function eigenDecomposition(matrix: ArrayLike<number>, n: number): Eigen {
  const a = Float64Array.from(matrix);
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  const size = a.reduce((sum, value) => sum + value * value, 0);
  for (let sweep = 0; sweep < sweepsMax; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) off += (a[p * n + q] as number) ** 2;
    if (off <= 1e-32 * size) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) turn(a, v, n, p, q);
  }
  const order = Array.from({ length: n }, (_, i) => i).sort(
    (i, j) => (a[i * n + i] as number) - (a[j * n + j] as number),
  );
  return {
    values: order.map(i => a[i * n + i] as number),
    vectors: order.map(i => Array.from({ length: n }, (_, k) => v[k * n + i] as number)),
  };
}

/**
 * Solves a symmetric, positive definite system by Cholesky decomposition; undefined if it is not positive
 * definite.
 */
export function solveDefinite(matrix: ArrayLike<number>, right: ArrayLike<number>): number[] | undefined {
  const n = right.length;
  const l = new Float64Array(n * n);
  const x = Array.from(right);
  const below = (i: number, j: number, upTo: number) => {
    let sum = 0;
    for (let k = 0; k < upTo; k++) sum += (l[i * n + k] as number) * (l[j * n + k] as number);
    return sum;
  };
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      const rest = (matrix[i * n + j] as number) - below(i, j, j);
      if (i === j && rest <= 0) return undefined;
      l[i * n + j] = i === j ? Math.sqrt(rest) : rest / (l[j * n + j] as number);
    }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] = (x[i] as number) - (l[i * n + k] as number) * (x[k] as number);
    x[i] = (x[i] as number) / (l[i * n + i] as number);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] = (x[i] as number) - (l[k * n + i] as number) * (x[k] as number);
    x[i] = (x[i] as number) / (l[i * n + i] as number);
  }
  return x;
}
