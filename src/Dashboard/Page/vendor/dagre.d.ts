export const Graph: any;
export const layout: any;
