using System.Diagnostics.CodeAnalysis;

namespace Akka.TestKit;

/// <summary>A test class with this marker tells without a sender unless it names one.</summary>
[SuppressMessage("Design", "CA1040", Justification = "A marker in the real API.")]
public interface INoImplicitSender;
