namespace AkkaInstrumentation;

/// <summary>Metadata of a dashboard whose server listens at loopback addresses only: it needs no policy to be open to this machine.</summary>
internal sealed class OnlyLoopback;
