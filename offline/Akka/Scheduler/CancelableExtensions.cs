namespace Akka.Actor;

/// <summary>Null-tolerant helpers for <see cref="ICancelable"/>.</summary>
public static class CancelableExtensions
{
    public static void CancelIfNotNull(this ICancelable? cancelable) => cancelable?.Cancel();
}
