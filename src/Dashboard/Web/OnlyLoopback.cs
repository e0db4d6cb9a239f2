namespace AkkaInstrumentation;

/// <summary>Metadata of a dashboard whose server listens on loopback addresses only. It needs no policy to be open to this machine.</summary>
internal sealed class OnlyLoopback;
