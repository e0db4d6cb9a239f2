namespace Akka.TestKit;

/// <summary>Log events that stay out of the log until this is disposed of.</summary>
public interface IUnmutableFilter : IDisposable
{
    void Unmute();
}
