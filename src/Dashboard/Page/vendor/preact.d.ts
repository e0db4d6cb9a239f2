export const h: any;
export const render: any;
export const Fragment: any;
export function createContext(value: any): any;
export class Component {
  constructor(props?: any);
  props: any;
  state: any;
  setState(state: any): void;
}
