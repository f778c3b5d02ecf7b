/**
 * Whether Scene.tsx draws in three dimensions. As long as it shows pictures no page offers "see it in 3D": they are
 * there already, in the strip.
 */
export const sceneDraws = false;
