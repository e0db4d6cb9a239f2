export function useContext(context: any): any;
export function useEffect(act: () => void | (() => void), inputs?: any[]): void;
export function useLayoutEffect(act: () => void | (() => void), inputs?: any[]): void;
export function useMemo<T>(make: () => T, inputs: any[]): T;
export function useRef<T>(value: T): { current: T };
export function useState<T>(value: T | (() => T)): [T, (value: T | ((before: T) => T)) => void];
export function useState(value: any): [any, (value: any) => void];
