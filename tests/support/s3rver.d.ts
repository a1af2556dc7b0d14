/** The part of the package that we use; it brings no types. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      allowMismatchedSignatures: boolean;
    });
    store: {
      putContent(path: string, content: unknown): Promise<unknown>;
      getMetadata(bucket: string, key: string): Promise<unknown>;
      getResourcePath(bucket: string, key: string, resource: string): string;
      deleteObject(bucket: string, key: string): Promise<void>;
      getObject(bucket: string, key: string, range?: { start?: number; end?: number }): Promise<unknown>;
    };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
